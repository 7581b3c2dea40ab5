import { Migration20261121065657 } from "./Migration20261121065657.ts";
import { Migration20261121071545 } from "./Migration20261121071545.ts";
import { Migration20261121080832 } from "./Migration20261121080832.ts";
import { Migration20261121084047 } from "./Migration20261121084047.ts";

export const migrationsList = [Migration20261121065657, Migration20261121071545, Migration20261121080832, Migration20261121084047];

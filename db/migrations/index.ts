import { Migration20261121065657 } from "./Migration20261121065657.ts";

export const migrationsList = [Migration20261121065657];

import { Migration20261128000000 } from "./Migration20261128000000.ts";
import { Migration20261201000000 } from "./Migration20261201000000.ts";

export const migrationsList = [Migration20261128000000, Migration20261201000000];

import { Migration20261128000000 } from "./Migration20261128000000.ts";

export const migrationsList = [Migration20261128000000];

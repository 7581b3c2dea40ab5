import type { PageArguments } from "#server/process/page.server.ts";
import { orderFiles } from "./order-files.server.ts";
import { publicFiles } from "./public-files.server.ts";
import { staffFiles } from "./staff-files.server.ts";

/** Responds to a request for a file. */
type FileHandler = (asked: PageArguments) => Promise<Response>;

/** Every file that is made when it is asked for, by its address, where `:name` stands for one path segment. */
export const files: Readonly<Record<string, FileHandler>> = { ...staffFiles, ...orderFiles, ...publicFiles };

import { spawn } from "node:child_process";
import path from "node:path";
import { projectFolder } from "#server/process/project-folder.ts";

interface Run {
  options?: string[];
  /** Instead of this test's. */
  env?: NodeJS.ProcessEnv;
}

/** Runs a program of `server/cli/` as its npm command does, on this test's database unless the environment says otherwise. */
export async function runCommand(
  name: string,
  { options = [], env = process.env }: Run = {},
): Promise<{ code: number | null; output: string }> {
  const script = path.join(projectFolder, "server/cli", `${name}.ts`);
  const child = spawn(process.execPath, [script, ...options], { cwd: projectFolder, env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, output };
}

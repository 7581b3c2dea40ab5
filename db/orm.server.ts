import { MikroORM } from "@mikro-orm/postgresql";
import { Product } from "./entities/index.ts";
import { databaseConfig } from "./mikro-orm.config.ts";

interface Cell {
  orm: MikroORM;
  url: string;
  /** Changes identity when the development server re-evaluates the entities. */
  entities: unknown;
}

const holder = globalThis as { shopOrm?: Cell };

/** The process's one ORM for DATABASE_URL, made on first use and remade after a hot reload. */
export function getOrm(): MikroORM {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set");
  const cell = holder.shopOrm;
  if (cell && cell.url === url && cell.entities === Product) return cell.orm;
  void cell?.orm.close();
  const orm = new MikroORM(databaseConfig(url));
  holder.shopOrm = { orm, url, entities: Product };
  return orm;
}

export async function closeOrm(): Promise<void> {
  const cell = holder.shopOrm;
  holder.shopOrm = undefined;
  await cell?.orm.close();
}

import type { Capability } from "#server/access/capabilities.ts";
import { allows, isRole } from "#server/access/roles.ts";
import { useRootData } from "./root-data.ts";

/** Whether whoever looks may do something: what they may not is not offered. The server asks again. */
export function useMay(capability: Capability): boolean {
  return useMayAsk()(capability);
}

/** The same for a component that asks about several things. */
export function useMayAsk(): (capability: Capability) => boolean {
  const role = useRootData()?.actor.role;
  return (capability) => role != null && isRole(role) && allows(role, capability);
}

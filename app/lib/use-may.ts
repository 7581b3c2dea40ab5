import { allows, type Capability, isRole } from "#server/core/roles.ts";
import { useRootData } from "./root-data.ts";

/** Whether the signed-in person may do something: what they may not do is not offered. The server checks again. */
export function useMay(capability: Capability): boolean {
  return useMayAsk()(capability);
}

/** The same for a component that checks several capabilities. */
export function useMayAsk(): (capability: Capability) => boolean {
  const role = useRootData()?.actor.role;
  return (capability) => role != null && isRole(role) && allows(role, capability);
}

import { useRevalidator } from "@remix-run/react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { StaffTopic } from "#server/core/topics.ts";
import { followChanges } from "./work-counts.tsx";

/** The queries that show something of a topic, by the router and name of their procedure. */
const shownBy: Record<StaffTopic, readonly RegExp[]> = {
  // An order that is open stays as it is: somebody may be typing into one of its forms.
  orders: [/^orders\.(recent|search|totals)$/],
  "failed-orders": [/^orders\.failed$/],
  // Somebody may be answering one of them.
  enquiries: [],
  catalogue: [/^products\.list$/],
  stock: [/^products\.list$/],
};

/** Renews the lists of a staff page when something in them changed. Needs `StaffData` around it; shows nothing. */
export function LiveLists() {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      followChanges((topics) => {
        const patterns = topics.flatMap((topic) => shownBy[topic]);
        void queryClient.invalidateQueries({
          predicate: ({ queryKey: [path] }) =>
            Array.isArray(path) && patterns.some((pattern) => pattern.test(path.join("."))),
        });
      }),
    [queryClient],
  );
  return null;
}

/** Loads a page again when something on it changed, where its data are its loader's. */
export function LivePage() {
  const { revalidate } = useRevalidator();
  const reload = useRef(revalidate);
  reload.current = revalidate;
  useEffect(() => followChanges(() => reload.current()), []);
  return null;
}

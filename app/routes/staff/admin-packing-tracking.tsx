import { data } from "@remix-run/node";
import { Link, useActionData } from "@remix-run/react";
import { PageError } from "#app/components/layout/page-error.tsx";
import { staffFrame } from "#app/components/staff/frame/staff-frame.tsx";
import { TrackingForm, TrackingPreview } from "#app/components/staff/packing/tracking-forms.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import type { StaffPageHandle } from "#app/lib/document/route-handle.ts";
import type { RefusedForm } from "#server/commands/command.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { textOfFile } from "#server/core/file-text.ts";
import { staffPage } from "#server/http/page.server.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import { findLastCarrier } from "#server/orders/packing/find-orders-to-pack.server.ts";
import { readTracking } from "#server/orders/packing/read-tracking.server.ts";
import type { TrackingPlan } from "#server/orders/packing/tracking-file.ts";
import { handleStaffForm } from "./handle-staff-form.server.ts";

export const handle: StaffPageHandle = { frame: staffFrame };

export const meta = pageMeta({ title: "Read tracking numbers", noindex: true });

export const loader = staffPage("orders.dispatch", async () => null, "sign-in");

/** What the page shows of a file that was sent. */
interface TrackingReply {
  /** As it was read or pasted, so that the form that agrees can bring it again. */
  csv: string;
  plan: TrackingPlan | null;
  lastCarrier: string;
  /** Why the file cannot be read. */
  unreadable: string | null;
  /** The form that agreed, where it came back. */
  answer: RefusedForm | null;
}

/** Reads a file and shows what it would send; the form below that sends it. */
export const action = staffPage(
  "orders.dispatch",
  async ({ context, request }) => {
    const form = await request.formData();
    const csv = await textIn(form);
    if (form.get("intent") !== orderCommands.dispatchMany.name) {
      const reply = await replyTo(context, csv, null);
      return data(reply, reply.unreadable === null ? 200 : 422);
    }
    const sent = await handleStaffForm(context, form, "/admin/packing");
    if (!("data" in sent)) return sent;
    return data(await replyTo(context, csv, sent.data), sent.init?.status ?? 400);
  },
  "sign-in",
);

async function textIn(form: FormData): Promise<string> {
  const file = form.get("file");
  const pasted = form.get("csv");
  if (file instanceof File && file.size > 0) return textOfFile(await file.bytes());
  return typeof pasted === "string" ? pasted : "";
}

async function replyTo(context: Context, csv: string, answer: RefusedForm | null): Promise<TrackingReply> {
  const lastCarrier = await findLastCarrier(context);
  try {
    const plan = await readTracking(context, csv);
    return { csv, plan, lastCarrier, unreadable: null, answer };
  } catch (error) {
    if (!(error instanceof ShopError) || error.code !== "validation_failed") throw error;
    return { csv, plan: null, lastCarrier, unreadable: error.message, answer };
  }
}

/** Tracking numbers from a carrier's file: looked at row by row first, and sent when somebody agrees. */
export default function AdminPackingTracking() {
  const reply = useActionData<typeof action>();
  return (
    <div className="frame grid grid-cols-[minmax(0,1fr)] gap-5 py-5">
      <header>
        <p>
          <Link to="/admin/packing" className="text-moss underline">
            Packing
          </Link>
        </p>
        <h1 className="mt-1 text-3xl">Read tracking numbers</h1>
      </header>
      {reply?.plan && (
        <TrackingPreview
          plan={reply.plan}
          csv={reply.csv}
          lastCarrier={reply.lastCarrier}
          answer={reply.answer ?? undefined}
        />
      )}
      <TrackingForm
        csv={reply && !reply.plan ? reply.csv : ""}
        unreadable={reply?.unreadable ?? null}
        isAgain={Boolean(reply?.plan)}
      />
    </div>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}

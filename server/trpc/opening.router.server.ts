import {
  answerVat,
  askPaymentProviders,
  markTextRead,
  openForTrade,
  saveStep,
  sendTestMail,
} from "#server/doctor/opening.server.ts";
import { removeDemoData } from "#server/doctor/remove-demo-data.server.ts";
import { mutation } from "./procedures.server.ts";
import { router } from "./trpc.server.ts";

export const openingRouter = router({
  saveSettings: mutation(saveStep),
  answerVat: mutation(answerVat),
  sendTestMail: mutation(sendTestMail),
  askProviders: mutation(askPaymentProviders),
  markRead: mutation(markTextRead),
  removeDemo: mutation(removeDemoData),
  open: mutation(openForTrade),
});

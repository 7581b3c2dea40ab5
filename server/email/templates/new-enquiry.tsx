import { Heading, Text } from "@react-email/components";
import type { StoreIdentity } from "../store-identity.ts";
import { MailLayout } from "./layout.tsx";
import { OrderLink } from "./order-link.tsx";

export interface NewEnquiryProps {
  store: StoreIdentity;
  name: string;
  email: string;
  subject: string;
  message: string;
  /** The Enquiries tab. */
  adminUrl: string;
}

/** Tells staff what somebody wrote with the contact form. */
export function NewEnquiry({ store, name, email, subject, message, adminUrl }: NewEnquiryProps) {
  return (
    <MailLayout store={store}>
      <Heading as="h1" style={{ fontSize: "20px" }}>
        {subject}
      </Heading>
      <Text>
        From {name} ({email})
      </Text>
      <Text style={{ whiteSpace: "pre-line" }}>{message}</Text>
      <OrderLink url={adminUrl} label="Open the enquiries" />
    </MailLayout>
  );
}

import { Link, Text } from "@react-email/components";
import type { StoreIdentity } from "../store-identity.ts";
import { AccountMail, mailColours } from "./mail-layout.tsx";

export interface StockAlertConfirmationProps {
  store: StoreIdentity;
  productName: string;
  link: string;
  unsubscribeUrl: string;
}

/** Proves that whoever reads the mail wants to hear of the product. */
export function StockAlertConfirmation(props: StockAlertConfirmationProps) {
  const { store, productName, link, unsubscribeUrl } = props;
  return (
    <AccountMail
      store={store}
      title="Shall we tell you when it is back?"
      name=""
      action={{ label: "Yes, tell me", link }}
      afterwards={
        <Text>
          The link works for seven days. If you did not ask for this, please ignore this email: without your
          confirmation we send no other. <Link href={unsubscribeUrl}>Send me no such mails</Link>
        </Text>
      }
    >
      <Text>
        Somebody, probably you, asked us to write to this address once {productName} can be bought again.
        Please confirm that you want that one email.
      </Text>
    </AccountMail>
  );
}

export interface StockBackProps {
  store: StoreIdentity;
  productName: string;
  link: string;
  unsubscribeUrl: string;
}

/** The one mail that was asked for. Nothing in it tells the shop who opens it. */
export function StockBack({ store, productName, link, unsubscribeUrl }: StockBackProps) {
  return (
    <AccountMail
      store={store}
      title={`${productName} is back`}
      name=""
      action={{ label: "See it in the shop", link }}
      afterwards={
        <Text style={{ color: mailColours.soft, fontSize: "14px" }}>
          You get this one email because you asked for it and confirmed this address. It puts nothing aside
          for you. <Link href={unsubscribeUrl}>Send me no such mails</Link>
        </Text>
      }
    >
      <Text>You asked us to tell you: {productName} can be bought again.</Text>
    </AccountMail>
  );
}

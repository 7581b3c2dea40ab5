import { Button, Section } from "@react-email/components";
import { mailColours } from "./layout.tsx";

const look = {
  backgroundColor: mailColours.moss,
  color: "#ffffff",
  borderRadius: "24px",
  padding: "12px 24px",
};

/** The button that opens an order. */
export function OrderLink({ url, label = "See your order" }: { url: string; label?: string }) {
  return (
    <Section style={{ margin: "24px 0" }}>
      <Button href={url} style={look}>
        {label}
      </Button>
    </Section>
  );
}

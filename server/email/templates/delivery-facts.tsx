import { Text } from "@react-email/components";

/** How an order goes out, a fact a line. */
export function DeliveryFacts({ facts }: { facts: readonly { label: string; value: string }[] }) {
  return (
    <Text>
      {facts.map(({ label, value }) => (
        <span key={label}>
          {label}: {value}
          <br />
        </span>
      ))}
    </Text>
  );
}

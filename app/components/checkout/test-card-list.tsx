import { spacedCardNumber, testCards } from "./test-cards.ts";

/** The cards that the sandbox knows. */
export function TestCardList() {
  return (
    <details className="text-sm">
      <summary className="py-1 font-medium">Test cards</summary>
      <p className="mt-2 text-ink-soft">
        No money moves. Any expiry date in the future and any security code (3 digits; 4 for American Express)
        will do. Never type a real card here.
      </p>
      <table className="mt-2 w-full text-left">
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className="py-1.5 pr-3 font-semibold">
              Number
            </th>
            <th scope="col" className="py-1.5 font-semibold">
              What happens
            </th>
          </tr>
        </thead>
        <tbody>
          {testCards.map((card) => (
            <tr key={card.number} className="border-b border-line align-top">
              <td className="py-1.5 pr-3 whitespace-nowrap tabular-nums">{spacedCardNumber(card.number)}</td>
              <td className="py-1.5">{card.label}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

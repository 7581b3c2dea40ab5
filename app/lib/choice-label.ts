/** How a choice of a user's field is read: "agriculture" as "Agriculture". */
export function choiceLabel(choice: string): string {
  return choice === "ngo" || choice === "sms"
    ? choice.toUpperCase()
    : choice.charAt(0).toUpperCase() + choice.slice(1);
}

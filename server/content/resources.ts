function resource(id: string, title: string, description: string) {
  return { id, title, description, filename: `${id}.pdf`, path: `/resources/${id}.pdf` };
}

/** The five papers of the resources dialog; their texts are in `papers/`. */
export const resources = [
  resource("wood-vinegar", "Wood Vinegar", "What condenses from the kiln's smoke, and how it is used."),
  resource(
    "gravity-fed-water-filtration",
    "Gravity-Fed Water Filtration",
    "A layer of biochar among sand and gravel, and its limits.",
  ),
  resource(
    "carbon-sequestration",
    "Carbon Sequestration",
    "The carbon in biochar, with the sums to check it.",
  ),
  resource("building-materials", "Building Materials", "Biochar in plaster, mortar and concrete."),
  resource("animal-feed", "Animal Feed", "A fine, low-ash grade, and what to ask before you begin."),
];

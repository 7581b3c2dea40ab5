import { ANNUAL_FOOTPRINT_KG } from "#server/calculators/carbon-offset.ts";
import { buildReport } from "#server/content/research-report/build-research-report.server.ts";
import { CO2_PER_KG_BIOCHAR, type Report, travelFactors } from "#server/content/research-report/report.ts";
import { ShopError } from "#server/core/errors.ts";
import { type ResourceId, resourceIds } from "./resources.ts";

const number = new Intl.NumberFormat("en-GB");
const paragraph = (text: string) => ({ kind: "paragraph" as const, text });
const list = (...items: string[]) => ({ kind: "list" as const, items });

const about = {
  edition: "First edition, November 2026",
  publishedAt: new Date("2026-11-02T09:00:00Z"),
};

/** The same section in each paper: what the material is. */
const material = {
  heading: "The material",
  blocks: [
    paragraph(
      "Biochar is wood that was heated with hardly any oxygen, so that it became char instead of burning. Ours is made from sustainable British forestry.",
    ),
    {
      kind: "table" as const,
      caption: "What we state about our biochar",
      head: ["Property", "Figure"],
      rows: [
        ["Moisture of the wood before heating", "under 18%"],
        ["Pyrolysis", "450 to 550 °C"],
        ["Carbon", "over 80%"],
        ["Ash, by the EBC's limit", "at most 3%"],
        ["pH", "7.5 to 9.0"],
      ],
    },
  ],
};

const questions = {
  heading: "Questions",
  blocks: [
    paragraph(
      "Write to us with what you plan and how much of it: the contact form, the phone and the address are on our website. We say so when biochar is not the right answer.",
    ),
  ],
};

const EXAMPLE_KG = 100;
const exampleCo2 = EXAMPLE_KG * CO2_PER_KG_BIOCHAR;

/** The sources of the five papers: all their text and figures. */
const resourceDocuments: Record<ResourceId, Report> = {
  "wood-vinegar": {
    ...about,
    title: "Wood Vinegar",
    subtitle: "What condenses from the kiln's smoke",
    sections: [
      {
        heading: "What it is",
        blocks: [
          paragraph(
            "When wood is heated without air, it gives off smoke as it turns to char. Cooled, part of that smoke becomes a brown, sour liquid that smells of a bonfire: wood vinegar, also called pyroligneous acid. It is mostly water, with acetic acid and many other substances in small amounts.",
          ),
          paragraph(
            "It is made together with biochar: one charge of wood gives the char, the gas that heats the kiln, and the vinegar.",
          ),
        ],
      },
      {
        heading: "Before you use it",
        blocks: [
          list(
            "It is an acid. Wear gloves and keep it from eyes, children and animals.",
            "Always dilute it with water as the label says, and try it on a small patch first.",
            "It is not a registered plant protection product: we make no claim that it cures or kills anything.",
            "Keep it in the dark, in the closed bottle it came in.",
          ),
        ],
      },
      material,
      questions,
    ],
  },
  "gravity-fed-water-filtration": {
    ...about,
    title: "Gravity-Fed Water Filtration",
    subtitle: "A layer of biochar among sand and gravel",
    sections: [
      {
        heading: "How it works",
        blocks: [
          paragraph(
            "Water runs down through layers by its own weight. Gravel and sand hold back what floats in it. The pores of biochar take up colour, smell and many dissolved substances.",
          ),
          list(
            "Below: coarse gravel, so that the water can leave.",
            "In the middle: rinsed biochar, evenly filled, without gaps along the wall.",
            "Above: fine sand, which keeps the char in place and catches the dirt.",
            "On top: gravel again, so that the pouring water does not dig into the sand.",
          ),
        ],
      },
      {
        heading: "What it does not do",
        blocks: [
          paragraph(
            "A filter of this kind does not make water safe to drink. It is no barrier to germs, and you cannot see when the char is full. Use it for rainwater in the garden, for ponds and for wash water; drinking water needs treatment that is tested for it.",
          ),
          paragraph(
            "Rinse the char until the water runs clear, and replace it when colour or smell come through. Used char can go on the compost, unless the water carried something that should not be there.",
          ),
        ],
      },
      material,
      questions,
    ],
  },
  "carbon-sequestration": {
    ...about,
    title: "Carbon Sequestration",
    subtitle: "The carbon in biochar, with the sums to check it",
    sections: [
      {
        heading: "Where the carbon goes",
        blocks: [
          paragraph(
            "A tree takes carbon dioxide out of the air. When its wood rots or burns, the carbon goes back. Pyrolysis keeps a large part of it as char, which soil life breaks down very slowly.",
          ),
          paragraph(
            `Our calculator counts ${CO2_PER_KG_BIOCHAR} kg of CO2 for each kilogram of biochar. This is a gross figure: it counts the carbon in the biochar, before what drying, pyrolysis and transport give off. It is not a certificate.`,
          ),
        ],
      },
      {
        heading: `An example: ${EXAMPLE_KG} kg of biochar`,
        blocks: [
          paragraph(
            `${EXAMPLE_KG} kg × ${CO2_PER_KG_BIOCHAR} = ${number.format(exampleCo2)} kg of CO2. Against an annual footprint of ${number.format(ANNUAL_FOOTPRINT_KG)} kg that is ${((exampleCo2 / ANNUAL_FOOTPRINT_KG) * 100).toFixed(1)}%.`,
          ),
          {
            kind: "table",
            caption: `The same ${number.format(exampleCo2)} kg of CO2 as distances`,
            head: ["By", "kg of CO2 a kilometre", "Kilometres"],
            rows: travelFactors.map(({ label, factor }) => [
              label,
              String(factor),
              number.format(Math.round(exampleCo2 / factor)),
            ]),
          },
        ],
      },
      material,
      questions,
    ],
  },
  "building-materials": {
    ...about,
    title: "Building Materials",
    subtitle: "Biochar in plaster, mortar and concrete",
    sections: [
      {
        heading: "What it does in a wall",
        blocks: [
          paragraph(
            "In plaster, mortar and concrete biochar replaces part of the sand. The result is lighter, buffers moisture and keeps its carbon for as long as the wall stands.",
          ),
          list(
            "Inside plaster of clay or lime: for moisture and smell, without paint that closes the pores.",
            "Mortar and screed: for less weight.",
            "Concrete: only by a recipe that was tested for the strength it needs.",
          ),
        ],
      },
      {
        heading: "How to begin",
        blocks: [
          list(
            "Wet the char before mixing: dry char takes the water out of the mix.",
            "Make a trial patch and let it dry through before you judge crack and colour.",
            "Work with a mask until the char is wet: its dust is fine.",
            "What carries weight, or must resist fire, is for your engineer to decide.",
          ),
        ],
      },
      material,
      questions,
    ],
  },
  "animal-feed": {
    ...about,
    title: "Animal Feed",
    subtitle: "A fine, low-ash grade, and what to ask before you begin",
    sections: [
      {
        heading: "From the trough to the field",
        blocks: [
          paragraph(
            "A fine, low-ash grade of biochar is mixed with feed and bedding. It passes through the animal, is loaded with nutrients in the manure, and ends up in the field, where it stays.",
          ),
          paragraph(
            "In bedding and slurry stores it binds what smells. That is the simplest way to begin, since nothing is fed.",
          ),
        ],
      },
      {
        heading: "Before anything is fed",
        blocks: [
          list(
            "Ask your vet or nutritionist how it fits your herd.",
            "Feed only a grade that is sold for feed, with its batch number and analysis. Char for the garden is not that.",
            "Never give it together with medicine: char binds that, too.",
            "Begin with a few animals, and keep notes.",
          ),
          paragraph("We make no claim about the health or the yield of animals."),
        ],
      },
      material,
      questions,
    ],
  },
};

interface BuiltDocument {
  storeName: string;
  file: Promise<Uint8Array<ArrayBuffer>>;
}

const built = new Map<ResourceId, BuiltDocument>();

/**
 * One of the five papers as a PDF file, by its file name: made from its source on first use, then kept until the store is renamed.
 * @throws ShopError `not_found`
 */
export function resourceFile(filename: string, storeName: string): Promise<Uint8Array<ArrayBuffer>> {
  const id = resourceIds.find((known) => filename === `${known}.pdf`);
  if (!id) throw new ShopError("not_found", "There is no such file.");
  const known = built.get(id);
  if (known?.storeName === storeName) return known.file;
  const file = buildReport(resourceDocuments[id], storeName);
  built.set(id, { storeName, file });
  return file;
}

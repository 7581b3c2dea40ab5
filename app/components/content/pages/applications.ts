import type { ContentPage } from "../content-page.ts";

export const applications: ContentPage = {
  title: "Biochar Applications",
  eyebrow: "Applications",
  description:
    "Biochar in farming, building, animal feed, water filtration, waste treatment and soils that must hold water.",
  lead: "One material, and six kinds of work that it does well.",
  picture: {
    src: "/pictures/blog-2.jpg",
    alt: "Illustration: a raised bed with rows of young greens in dark soil",
  },
  sections: [
    {
      heading: "Farming and agriculture",
      paragraphs: [
        "Worked into the topsoil at 10–20% by volume, or composted with manure first, biochar holds nutrients against the rain and gives soil life a place to stay.",
      ],
    },
    {
      heading: "Building materials",
      paragraphs: [
        "In plaster, mortar and concrete it replaces part of the sand. The result is lighter, buffers moisture and keeps its carbon for as long as the wall stands.",
      ],
    },
    {
      heading: "Animal feed",
      paragraphs: [
        "A fine, low-ash grade is mixed with feed and bedding; with the manure it ends up in the field. Ask your vet or nutritionist how it fits your herd before you begin.",
      ],
    },
    {
      heading: "Water filtration",
      paragraphs: [
        "Its pores take up colour, smell and many dissolved substances. In a simple gravity filter it is one layer among sand and gravel.",
      ],
    },
    {
      heading: "Waste treatment",
      paragraphs: [
        "In digesters, composting and slurry stores it binds what smells and steadies the microbes at work. Our activated grade is made for the biogas industry.",
      ],
    },
    {
      heading: "Water retention in soils",
      paragraphs: [
        "On light land it raises water holding by 15–20%, which is the difference between a dry week and a lost crop.",
      ],
    },
  ],
  links: [
    { label: "Talk about your project", to: "/contact" },
    { label: "Browse products", to: "/products" },
  ],
};

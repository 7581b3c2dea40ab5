import { Sprout } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { ColumnChart } from "#app/components/ui/column-chart.tsx";
import { Combobox } from "#app/components/ui/combobox.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { CheckboxField, SelectField, TextareaField, TextField } from "#app/components/ui/fields.tsx";
import { LooseImage } from "#app/components/ui/loose-image.tsx";
import { Menu, MenuItem } from "#app/components/ui/menu.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { Pagination } from "#app/components/ui/pagination.tsx";
import { Picture } from "#app/components/ui/picture.tsx";
import { Price } from "#app/components/ui/price.tsx";
import { QrPicture } from "#app/components/ui/qr-picture.tsx";
import { ShareBar } from "#app/components/ui/share-bar.tsx";
import { Spinner } from "#app/components/ui/spinner.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { TabPanels, Tabs } from "#app/components/ui/tabs.tsx";
import { qrCodeOf } from "#server/media/qr-code.ts";

const LONG =
  "A name so long that it has to break somewhere, Donaudampfschifffahrtsgesellschaftskapitänswitwe included";

/** A component in one state. */
export interface Specimen {
  state: string;
  shown: ReactNode;
}

const options = [
  { value: "", label: "Choose …" },
  { value: "a", label: "Compost mix" },
  { value: "b", label: LONG },
];
const columns = ["Aug", "Sep", "Oct", "Nov"].map((label, index) => ({
  label,
  value: (index + 1) * 120,
  display: `£${(index + 1) * 120}`,
}));
const pounds = (value: number) => `£${value}`;

/** Every component of app/components/ui, by its name, in its states. */
export const specimens: Record<string, Specimen[]> = {
  Button: [
    { state: "primary", shown: <Button type="button">Add to Cart</Button> },
    {
      state: "secondary",
      shown: (
        <Button type="button" variant="secondary">
          Continue Shopping
        </Button>
      ),
    },
    {
      state: "quiet, small",
      shown: (
        <Button type="button" variant="quiet" size="small">
          Clear
        </Button>
      ),
    },
    {
      state: "danger",
      shown: (
        <Button type="button" variant="danger">
          Delete
        </Button>
      ),
    },
    {
      state: "large, with an icon",
      shown: (
        <Button type="button" size="large">
          <Sprout aria-hidden className="size-5" /> Shop Biochar
        </Button>
      ),
    },
    {
      state: "disabled",
      shown: (
        <Button type="button" disabled>
          Out of Stock
        </Button>
      ),
    },
    {
      state: "pending",
      shown: (
        <Button type="button" pending pendingLabel="Sending...">
          Send Message
        </Button>
      ),
    },
    { state: "long text", shown: <Button type="button">{LONG}</Button> },
    { state: "link", shown: <ButtonLink to="/products">View All Products</ButtonLink> },
  ],
  TextField: [
    { state: "default", shown: <TextField label="Your Name" name="name" /> },
    {
      state: "required, with a hint",
      shown: <TextField label="Email" name="email" hint="We never share it." required />,
    },
    { state: "filled", shown: <TextField label="City" name="city" defaultValue={LONG} /> },
    { state: "disabled", shown: <TextField label="Sale price" name="sale" disabled defaultValue="8.95" /> },
    {
      state: "error",
      shown: (
        <TextField
          label="Email"
          name="wrong"
          defaultValue="rowan@"
          errors={["Please enter a valid email address"]}
        />
      ),
    },
  ],
  TextareaField: [
    { state: "default", shown: <TextareaField label="Message" name="message" rows={3} /> },
    {
      state: "error",
      shown: (
        <TextareaField
          label="Message"
          name="short"
          rows={3}
          errors={["Message must be at least 10 characters"]}
        />
      ),
    },
  ],
  SelectField: [
    { state: "default", shown: <SelectField label="Category" name="category" options={options} /> },
    {
      state: "long text",
      shown: <SelectField label="Category" name="long" options={options} defaultValue="b" />,
    },
    { state: "disabled", shown: <SelectField label="Category" name="off" options={options} disabled /> },
    {
      state: "error",
      shown: <SelectField label="Category" name="bad" options={options} errors={["Please choose one"]} />,
    },
  ],
  CheckboxField: [
    { state: "default", shown: <CheckboxField label="Same as billing" name="same" /> },
    {
      state: "checked, with a hint",
      shown: <CheckboxField label="On sale" name="sale" defaultChecked hint={LONG} />,
    },
    { state: "disabled", shown: <CheckboxField label="On sale" name="off" disabled /> },
    { state: "error", shown: <CheckboxField label="I agree" name="agree" errors={["Please tick this"]} /> },
  ],
  Combobox: [
    { state: "found two: type in it", shown: <ComboboxSpecimen found={2} /> },
    {
      state: "empty, with an error",
      shown: <ComboboxSpecimen found={0} errors={["At least one item is required"]} />,
    },
  ],
  Badge: (["neutral", "moss", "clay", "lake", "ink", "outline"] as const).map((tone) => ({
    state: tone,
    shown: <Badge tone={tone}>Bestseller</Badge>,
  })),
  Notice: (["success", "error", "info"] as const).map((tone) => ({
    state: tone,
    shown: (
      <Notice tone={tone} title="Your message was sent">
        {LONG}
      </Notice>
    ),
  })),
  Price: [
    { state: "regular", shown: <Price amount="£24.99" /> },
    { state: "on sale", shown: <Price amount="£11.95" was="£14.95" /> },
  ],
  QrPicture: [
    {
      state: "of an address",
      shown: (
        <QrPicture code={qrCodeOf("https://shop.example")} label="QR code of the shop" className="size-32" />
      ),
    },
  ],
  Spinner: [{ state: "under way", shown: <Spinner label="Loading" /> }],
  Card: [{ state: "default", shown: <Card>{LONG}</Card> }],
  EmptyState: [
    {
      state: "with a way on",
      shown: (
        <EmptyState
          title="No orders yet"
          headingLevel={3}
          action={<ButtonLink to="/products">Shop</ButtonLink>}
        >
          The first order will appear here.
        </EmptyState>
      ),
    },
  ],
  Dialog: [{ state: "centre and right: open it", shown: <DialogSpecimen /> }],
  Menu: [
    {
      state: "closed: open it",
      shown: (
        <Menu label="Actions for Rowan" button="Actions">
          <MenuItem onSelect={ignore}>Edit User</MenuItem>
          <MenuItem onSelect={ignore} danger>
            Delete User
          </MenuItem>
        </Menu>
      ),
    },
  ],
  Tabs: [
    {
      state: "links",
      shown: (
        <Tabs
          label="Specimen"
          tabs={[
            { label: "Articles", to: "/dev/ui", current: true },
            { label: "Community Impact", to: "/community", current: false },
          ]}
        />
      ),
    },
  ],
  TabPanels: [{ state: "the second has errors", shown: <TabPanelsSpecimen /> }],
  Pagination: [
    {
      state: "in the middle",
      shown: <Pagination label="Specimen" page={2} pageCount={9} hrefOf={() => "/dev/ui"} />,
    },
  ],
  Table: [
    {
      state: "two rows, one long",
      shown: (
        <Table caption="Specimen" captionVisible>
          <thead>
            <tr>
              <HeadCell>Product</HeadCell>
              <HeadCell>Stock</HeadCell>
            </tr>
          </thead>
          <tbody>
            {["Premium Biochar", LONG].map((name) => (
              <tr key={name}>
                <Cell>{name}</Cell>
                <Cell>12</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      ),
    },
  ],
  ColumnChart: [
    {
      state: "four columns",
      shown: <ColumnChart title="Revenue" note="By month." columns={columns} scale={pounds} />,
    },
  ],
  ShareBar: [0, 0.4, 1].map((share) => ({ state: `${share * 100}%`, shown: <ShareBar share={share} /> })),
  Picture: [
    {
      state: "ours",
      shown: (
        <Picture
          src="/pictures/premium-biochar.jpg"
          alt="Illustration: a bag"
          sizes="20rem"
          className="w-full"
        />
      ),
    },
  ],
  LooseImage: [
    {
      state: "missing",
      shown: <LooseImage src="" alt="No picture" className="aspect-square w-full rounded-xl" />,
    },
  ],
};

function ignore() {
  // A specimen does nothing.
}

function ComboboxSpecimen({ found: matches, errors }: { found: number; errors?: string[] }) {
  const [value, setValue] = useState("");
  const foundNow = ["Premium Biochar", LONG].slice(0, matches).map((content, id) => ({ id, content }));
  return (
    <Combobox
      label="Find a product"
      value={value}
      onType={setValue}
      options={foundNow}
      onChoose={ignore}
      status={`${matches} found`}
      {...(errors ? { errors } : {})}
    />
  );
}

function DialogSpecimen() {
  const [placement, setPlacement] = useState<"centre" | "right" | null>(null);
  return (
    <div className="flex flex-wrap gap-3">
      {(["centre", "right"] as const).map((each) => (
        <Button key={each} type="button" variant="secondary" onClick={() => setPlacement(each)}>
          Open: {each}
        </Button>
      ))}
      <Dialog
        open={placement !== null}
        onClose={() => setPlacement(null)}
        title="A dialog"
        placement={placement ?? "centre"}
      >
        <p>{LONG}</p>
      </Dialog>
    </div>
  );
}

function TabPanelsSpecimen() {
  const [current, setCurrent] = useState<"basic" | "business">("basic");
  const panels = [
    { key: "basic" as const, label: "Basic Info", content: <p>One panel.</p> },
    { key: "business" as const, label: "Business", hasErrors: true, content: <p>Another.</p> },
  ];
  return <TabPanels label="Specimen" panels={panels} current={current} onChange={setCurrent} />;
}

/** The columns of a `StaffProduct`, named as its fields, so that a row needs no mapping. */
export const staffProductColumns = `id, version, name, slug, description, price, sale_price as "salePrice",
  on_sale as "onSale", category, image_url as "imageUrl", stock_quantity as "stockQuantity",
  held_quantity as "heldQuantity", is_bestseller as "isBestseller", is_new as "isNew", tax_rate as "taxRate",
  archived_at is not null as "isArchived"`;

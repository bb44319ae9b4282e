/** The part of a description that the index reads, in characters. */
const DESCRIPTION = 2_000;

/**
 * Products as `ProductFacts`, with the hashes of their pictures. Written by the database itself: an index is made of many.
 * $1: ids.
 */
export const PRODUCT_FACTS = `
  SELECT p.id, json_build_object(
      'name', p.name, 'description', left(p.description, ${DESCRIPTION}),
      'category', coalesce(c.title, ''), 'brand', coalesce(b.title, ''),
      'colors', (SELECT coalesce(json_agg(DISTINCT o.name), '[]') FROM variants v JOIN colors o ON o.id = v.color_id
        WHERE v.product_id = p.id AND p.has_variants),
      'sizes', (SELECT coalesce(json_agg(DISTINCT z.name), '[]') FROM variants v JOIN sizes z ON z.id = v.size_id
        WHERE v.product_id = p.id AND p.has_variants),
      'min_price', p.min_price, 'total_sold', coalesce(s.total_sold, 0)) AS facts,
    ARRAY(SELECT media_hash FROM product_images i WHERE i.product_id = p.id ORDER BY position) AS media
  FROM products p LEFT JOIN categories c ON c.id = p.category_id LEFT JOIN brands b ON b.id = p.brand_id
    LEFT JOIN product_sales s ON s.product_id = p.id
  WHERE p.id = ANY ($1) AND p.archived_at IS NULL`;

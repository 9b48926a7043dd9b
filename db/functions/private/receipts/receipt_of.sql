-- The testimonial of a private link that names no space, by the hash of its secret: of this installation, or of one from which its space was brought.
create or replace function private.receipt_of(token_hash bytea) returns uuid
language sql stable set search_path = '' as $$
	select coalesce(
		(select r.testimonial_id from private.receipts r where r.token_hash = $1),
		(select f.testimonial_id from private.former_receipt_tokens f where f.token_hash = $1))
$$;

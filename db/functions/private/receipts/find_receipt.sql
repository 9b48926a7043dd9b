-- The testimonial of a private link, with its space; nulls for an unknown link. `key` is the hash of the link's secret, after the id of the space that the
-- link names. A link of former versions names none: its hash alone leads to the space.
create or replace function private.find_receipt(key bytea, out space_id uuid, out testimonial_id uuid)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
	space uuid := private.key_space($1);
	hash bytea := private.key_hash($1);
begin
	if length($1) = 48 then
		-- Rows from before the column have no space until a job fills it (private.fill_receipts).
		select t.space_id, t.id into find_receipt.space_id, find_receipt.testimonial_id
		from private.receipts r join public.testimonials t on t.space_id = space and t.id = r.testimonial_id
		where r.token_hash = hash and (r.space_id = space or r.space_id is null);
		if not found then
			select f.space_id, f.testimonial_id into find_receipt.space_id, find_receipt.testimonial_id
			from private.former_receipt_tokens f where f.space_id = space and f.token_hash = hash;
		end if;
	else
		select t.space_id, t.id into find_receipt.space_id, find_receipt.testimonial_id
		from public.testimonials t where t.id = private.receipt_of(hash);
	end if;
end
$$;

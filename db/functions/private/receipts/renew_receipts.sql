-- Gives receipts the hashes of the private links that are mailed from now on. The former links of these testimonials go on working, or end for good.
create or replace function private.renew_receipts(testimonials uuid[], hashes bytea[], keeps_former boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
	if keeps_former then
		insert into private.former_receipt_tokens (space_id, testimonial_id, token_hash)
		select t.space_id, r.testimonial_id, r.token_hash
		from private.receipts r join public.testimonials t on t.id = r.testimonial_id
		where r.testimonial_id = any (testimonials)
		on conflict do nothing;
	else
		delete from private.former_receipt_tokens f where f.testimonial_id = any (testimonials);
	end if;
	update private.receipts r set token_hash = n.hash
	from unnest(testimonials, hashes) as n (testimonial_id, hash)
	where r.testimonial_id = n.testimonial_id;
end
$$;

grant execute on function private.renew_receipts(uuid[], bytea[], boolean) to service_role;

-- The next `most` testimonials that have a receipt, by their id after `after`.
create or replace function private.receipts_after(after uuid, most int) returns setof uuid
language sql stable security definer set search_path = '' as $$
select r.testimonial_id from private.receipts r where r.testimonial_id > $1 order by r.testimonial_id limit $2
$$;

grant execute on function private.receipts_after(uuid, int) to service_role;

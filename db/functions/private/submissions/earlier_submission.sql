-- The submission that an idempotency key of a form already made; no row for a new key.
create or replace function private.earlier_submission(space uuid, form uuid, send_key uuid, out testimonial uuid, out fingerprint bytea)
returns setof record
language sql stable security definer set search_path = '' as $$
	select r.testimonial_id, r.fingerprint
	from private.receipts r where (r.space_id = $1 or r.space_id is null) and r.form_id = $2 and r.send_key = $3
$$;

grant execute on function private.earlier_submission(uuid, uuid, uuid) to anon;

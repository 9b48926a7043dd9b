-- As private.earlier_submission, for nodes of the version before. The next version drops it.
create or replace function private.sent_before(form uuid, send_key uuid, out testimonial uuid, out fingerprint bytea, out status text)
returns setof record
language sql stable security definer set search_path = '' as $$
	select r.testimonial_id, r.fingerprint, 'pending'
	from private.receipts r where r.form_id = $1 and r.send_key = $2
$$;

grant execute on function private.sent_before(uuid, uuid) to anon;

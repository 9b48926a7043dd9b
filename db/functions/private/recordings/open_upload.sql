-- Registers an upload that an anonymous visitor may make: for an open form, also of a kind that its page offered within a week, or by private link to replace the recording of a testimonial.
-- A null `address` lifts the limits: `most_per_hour` uploads, in this space, and `most_bytes` that are not sent yet to any: they fill the disk of all.
-- Outcomes: opened, not_found, rate_limited.
create or replace function private.open_upload(
	form uuid, token_hash bytea, upload uuid, kind text, bytes bigint, address bytea, most_per_hour int, most_bytes bigint
) returns text
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	owner record;
begin
	if form is not null then
		select f.space_id, f.id as form_id, null::uuid as testimonial_id into owner
		from public.forms f where f.id = form and f.is_open and (kind = any (f.accepts) or exists (
			select from public.form_versions v
			join public.form_versions n on n.space_id = v.space_id and n.form_id = v.form_id and n.version = v.version + 1
			where v.space_id = f.space_id and v.form_id = f.id and v.parts -> 'accepts' ? kind
				and n.published_at > now() - interval '7 days'));
	else
		select t.space_id, null::uuid as form_id, t.id as testimonial_id into owner
		from private.find_receipt(token_hash) r join public.testimonials t on t.space_id = r.space_id and t.id = r.testimonial_id
		where t.kind = kind;
	end if;
	if not found then
		return 'not_found';
	end if;
	if address is not null and (
		not private.take_address_budget(uuid_send(owner.space_id) || address, most_per_hour)
		or bytes + (select coalesce(sum(u.bytes), 0) from private.recording_uploads u
			where u.address = address and u.used_at is null) > most_bytes
	) then
		return 'rate_limited';
	end if;
	insert into private.recording_uploads (space_id, id, form_id, testimonial_id, kind, bytes, address)
	values (owner.space_id, upload, owner.form_id, owner.testimonial_id, kind, bytes, address);
	return 'opened';
end
$$;

grant execute on function private.open_upload(uuid, bytea, uuid, text, bigint, bytea, int, bigint) to anon;

-- Adds what a form shows now to its history, unless the newest entry says the same. The newest fifty are kept, and those whose pages may still
-- be open: they were shown within a week.
create or replace function private.keep_form_version() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
declare
	parts constant jsonb := private.form_parts(new.space_id, new.id);
	newest record;
begin
	select v.version, v.parts into newest from public.form_versions v
	where v.space_id = new.space_id and v.form_id = new.id order by v.version desc limit 1;
	-- Several changes in one transaction are kept once, with the last of them.
	if parts is null or parts is not distinct from newest.parts then
		return null;
	end if;
	insert into public.form_versions (space_id, form_id, version, parts, published_by)
	values (new.space_id, new.id, coalesce(newest.version, 0) + 1, parts, auth.uid());
	delete from public.form_versions v
	where v.space_id = new.space_id and v.form_id = new.id and (v.version <= newest.version - 499
		or v.version <= newest.version - 49 and exists (
			select from public.form_versions n
			where n.space_id = v.space_id and n.form_id = v.form_id and n.version = v.version + 1 and n.published_at < now() - interval '7 days'));
	return null;
end
$$;

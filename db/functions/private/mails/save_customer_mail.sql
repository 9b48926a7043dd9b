-- Stores a space's own words of a mail, or removes them when the subject is null, if they still have the version that the caller read; null
-- when there were none. Outcomes: saved, changed (by another person), forbidden, not_found.
create or replace function private.save_customer_mail(space_id uuid, mail text, locale text, subject text, body text, read_version uuid)
returns table (outcome text, version uuid)
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
begin
	if not $1 = any (private.spaces_as('editor')) then
		return query select case when $1 = any (private.spaces_as('viewer')) then 'forbidden' else 'not_found' end, null::uuid;
		return;
	end if;
	if $4 is null then
		delete from public.customer_mail_texts t where t.space_id = $1 and t.mail = $2 and t.locale = $3 and t.version = $6;
		return query select case when exists (
			select from public.customer_mail_texts t where t.space_id = $1 and t.mail = $2 and t.locale = $3) then 'changed' else 'saved' end, null::uuid;
	elsif $6 is null then
		return query with added as (
			insert into public.customer_mail_texts (space_id, mail, locale, subject, body) values ($1, $2, $3, $4, $5)
			on conflict do nothing returning version)
		select case when a.version is null then 'changed' else 'saved' end, a.version from (select) one left join added a on true;
	else
		return query with changed as (
			update public.customer_mail_texts t set subject = $4, body = $5, version = gen_random_uuid(), changed_at = now()
			where t.space_id = $1 and t.mail = $2 and t.locale = $3 and t.version = $6 returning t.version)
		select case when c.version is null then 'changed' else 'saved' end, c.version from (select) one left join changed c on true;
	end if;
end
$$;

grant execute on function private.save_customer_mail(uuid, text, text, text, text, uuid) to authenticated;

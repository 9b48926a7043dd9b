-- Keeps the former consent texts of a form: a visitor may still have a page with one of them open.
create or replace function private.keep_former_consent_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	insert into private.former_consent_texts (space_id, form_id, locale, wording, replaced_at)
	select old.space_id, old.id, former.locale, former.wording, clock_timestamp()
	from (select '' as locale, old.consent_text as wording
		union all select t.key, t.value from jsonb_each_text(old.consent_texts) t) former
	where former.wording is distinct from
		case when former.locale = '' then new.consent_text else new.consent_texts ->> former.locale end;
	return null;
end
$$;

-- Gives a new form that names no title or consent text the ones of its language. It runs as the caller: the name of an invisible space is
-- not read, and the policy refuses the row.
create or replace function private.fill_form_texts() returns trigger
language plpgsql stable set search_path = '' as $$
declare
	texts jsonb := coalesce(public.form_texts() -> split_part(new.locale, '-', 1), public.form_texts() -> 'en');
begin
	new.title := coalesce(new.title, replace(texts ->> 'title', '{space}',
		coalesce((select s.name from public.spaces s where s.id = new.space_id), '')));
	new.consent_text := coalesce(new.consent_text, texts ->> 'consent_text');
	return new;
end
$$;

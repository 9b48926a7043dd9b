-- Prompts of the owner beside the text box, and the consent text in further languages, in which visitors may then read the form.

-- Null: the page's own prompts; an empty list: none.
alter table public.forms
	add column prompts jsonb constraint prompts_are_short_texts check (case
		when jsonb_typeof(prompts) <> 'array' then false
		else jsonb_array_length(prompts) <= 3
			and not jsonb_path_exists(prompts, 'strict $[*] ? (@.type() != "string" || !(@ like_regex "^[^[:cntrl:]]{1,120}$") || @ like_regex "^\\s*$")')
		end),
	-- By language, beside the one of `locale`.
	add column consent_texts jsonb not null default '{}' constraint consent_texts_are_texts check (case
		when jsonb_typeof(consent_texts) <> 'object' then false
		else consent_texts - array['en', 'ar', 'de', 'es', 'fr'] = '{}'
			and greatest(char_length(consent_texts ->> 'en'), char_length(consent_texts ->> 'ar'), char_length(consent_texts ->> 'de'),
				char_length(consent_texts ->> 'es'), char_length(consent_texts ->> 'fr'), 0) <= 2000
			and not jsonb_path_exists(consent_texts, 'strict $.* ? (@.type() != "string" || @ like_regex "^\\s*$")')
		end);
grant insert (prompts, consent_texts), update (prompts, consent_texts) on public.forms to authenticated;

-- The language of a former text; empty: that of the form.
alter table private.former_consent_texts
	add column locale text not null default '',
	drop constraint former_consent_texts_pkey,
	add primary key (form_id, replaced_at, locale);
drop trigger keep_former_consent_text on public.forms;
create trigger keep_former_consent_text after update of consent_text, consent_texts on public.forms for each row
	when (old.consent_text is distinct from new.consent_text or old.consent_texts is distinct from new.consent_texts)
	execute function private.keep_former_consent_text();

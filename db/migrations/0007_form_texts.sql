-- A form begins in its own language: a column default does not know it.
alter table public.forms alter column title drop default, alter column consent_text drop default;
create trigger fill_form_texts before insert on public.forms for each row
	when (new.title is null or new.consent_text is null) execute function private.fill_form_texts();

-- The new one takes the language of the space, too.
drop function if exists public.create_space(text, text);

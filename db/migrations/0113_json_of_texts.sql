-- Settings kept as JSON hold texts. A value of another shape would break each screen that shows it, for every member of
-- the space, and anybody can be made a member.
alter table public.spaces add constraint brand_holds_texts
	check (not jsonb_path_exists(brand, 'strict $.* ? (@.type() != "string" && @.type() != "null")'));
alter table public.forms add constraint thank_you_holds_texts
	check (not jsonb_path_exists(thank_you, 'strict $.* ? (@.type() != "string" && @.type() != "null")'));
alter table public.form_questions add constraint options_are_texts
	check (not jsonb_path_exists(options, 'strict $[*] ? (@.type() != "string")'));

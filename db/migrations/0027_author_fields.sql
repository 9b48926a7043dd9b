-- Whether a form asks for each field about its visitor, by name: `off` or `required`; those that are not named are optional.
alter table public.forms add column author_fields jsonb not null default '{}'
	constraint author_fields_are_rules check (
		jsonb_typeof(author_fields) = 'object'
		and author_fields - array['title', 'company', 'url', 'avatar', 'email'] = '{}'
		and not jsonb_path_exists(author_fields, 'strict $.* ? (@.type() != "string" || (@ != "off" && @ != "optional" && @ != "required"))')
	);
grant insert (author_fields), update (author_fields) on public.forms to authenticated;

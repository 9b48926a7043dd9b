-- True when each part of a draft has the type of its column, so that a draft which a program wrote is read by the editor, the preview and the
-- publication alike. Their limits are those of the tables, when it is published.
create or replace function private.are_form_parts(parts jsonb) returns boolean
language sql immutable set search_path = '' as $$
	select jsonb_typeof(parts) = 'object'
		and not exists (
			select from jsonb_each(parts) p where jsonb_typeof(p.value) is distinct from case
				when p.key = any ('{title,intro,rating,title_rule,locale,consent_text,reward_disclosure,closed_text}') then 'string'
				when p.key = any ('{thank_you,consent_texts,author_fields,look}') then 'object'
				when p.key = any ('{accepts,questions}') then 'array'
				when p.key = 'max_seconds' then 'number'
				when p.key = 'prompts' and p.value <> 'null' then 'array'
				else jsonb_typeof(p.value)
			end)
		and not jsonb_path_exists(parts, '$.accepts[*] ? (@.type() != "string")')
		and not jsonb_path_exists(parts, '$.prompts[*] ? (@.type() != "string" && @.type() != "null")')
		and not jsonb_path_exists(parts, '$.questions[*] ? (@.type() != "object")')
		and not jsonb_path_exists(parts, '$.questions[*] ? (!exists (@.id ? (@.type() == "string")) || !exists (@.kind ? (@.type() == "string"))
			|| !exists (@.label ? (@.type() == "string")) || !exists (@.options))')
		and not jsonb_path_exists(parts, '$.questions[*].options[*] ? (@.type() != "string")')
$$;

grant execute on function private.are_form_parts(jsonb) to authenticated, service_role;

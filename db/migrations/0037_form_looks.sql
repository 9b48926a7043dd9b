-- How the page of a form looks: one page or steps, what is behind its question, and its type. What is not named is as on any form.
alter table public.forms add column look jsonb not null default '{}' constraint look_is_known check (case
	when jsonb_typeof(look) <> 'object' then false
	else look - array['pages', 'background', 'font'] = '{}'
		and coalesce(look -> 'pages', '"steps"') = '"steps"'
		and coalesce(look -> 'background', '"plain"') = '"plain"'
		and coalesce(look -> 'font', '"serif"') in ('"serif"', '"sans"')
	end);
grant insert (look), update (look) on public.forms to authenticated;

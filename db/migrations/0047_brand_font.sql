-- Forms may be set in the font of the brand.
alter table public.forms drop constraint look_is_known, add constraint look_is_known check (case
	when jsonb_typeof(look) <> 'object' then false
	else look - array['pages', 'background', 'font'] = '{}'
		and coalesce(look -> 'pages', '"steps"') = '"steps"'
		and coalesce(look -> 'background', '"plain"') = '"plain"'
		and coalesce(look -> 'font', '"serif"') in ('"serif"', '"sans"', '"brand"')
	end);

-- A wall's own CSS is a part of its look and may have 20 KB. The server checks it before it shows any of it.
alter table public.walls
	drop constraint walls_theme_check,
	add constraint walls_theme_check check (
		jsonb_typeof(theme) = 'object' and octet_length((theme - 'css')::text) <= 4096
		and octet_length(coalesce(theme ->> 'css', '')) <= 20480
	);

-- The look that new walls and forms of a space begin with, and the icon of its public pages. Values that do not fit from before go, since
-- nothing has read them.
update public.spaces set brand = brand - '{accent,type,corners,favicon_path}'::text[]
	where brand ?| '{accent,type,corners,favicon_path}';
alter table public.spaces add constraint brand_has_a_known_look check (
	coalesce(brand ->> 'accent', '#000000') ~ '^#[0-9a-f]{6}$'
	and coalesce(brand ->> 'type', 'serif') in ('serif', 'sans', 'brand')
	and coalesce(brand ->> 'corners', 'soft') in ('square', 'soft', 'round')
	-- A file of the space's folder in the bucket `brand`.
	and coalesce(brand ->> 'favicon_path', id || '/x') ~ ('^' || id || '/[A-Za-z0-9._-]{1,200}$')
);

-- What visitors of a wall's page may filter by, and whether its foot names Plaudit. Names of tags are the team's own words, so that
-- they become public only where somebody chose it.
alter table public.walls
	add column page_filters text[] not null default '{kind,search}' check (page_filters <@ array['kind', 'tag', 'search']),
	add column page_foot boolean not null default true;

grant insert (page_filters, page_foot), update (page_filters, page_foot) on public.walls to authenticated;

create trigger tell_changed after update of name on public.tags for each row execute function private.tell_space_changed();

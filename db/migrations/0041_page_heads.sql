-- What the head of a wall's page says below its title, in paragraphs, and whether it sums up the ratings.
alter table public.walls
	add column page_intro text not null default ''
		check (char_length(page_intro) <= 600 and replace(page_intro, e'\n', '') !~ '[[:cntrl:]]'),
	add column page_summary boolean not null default true;

grant insert (page_intro, page_summary), update (page_intro, page_summary) on public.walls to authenticated;

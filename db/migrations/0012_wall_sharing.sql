-- How a wall is found and shared: its own words in search results and previews of links, and what search engines may do with it.
alter table public.walls
	add column page_title text not null default '' check (char_length(page_title) <= 120 and page_title !~ '[[:cntrl:]]'),
	add column page_description text not null default ''
		check (char_length(page_description) <= 300 and page_description !~ '[[:cntrl:]]'),
	add column noindex boolean not null default false,
	-- JSON-LD for search engines.
	add column structured_data boolean not null default false;

grant insert (page_title, page_description, noindex, structured_data),
	update (page_title, page_description, noindex, structured_data) on public.walls to authenticated;

-- Feeds read a wall in the order of publication, without its stars.
create index testimonials_feed on public.testimonials (space_id, approved_at desc, id desc) where is_public;

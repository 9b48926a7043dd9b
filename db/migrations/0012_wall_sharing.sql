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

-- Sitemaps page through what is public in the order of its ids.
create index testimonials_sitemap on public.testimonials (id) where is_public;

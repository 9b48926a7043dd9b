-- What the members' search reads. Addresses of submitters are among the words: no role but product_door reads it. Each word begins with the
-- prefix of its space (private.space_words), so that the text index of one space is a range of its own.
create table private.search_words (
	space_id uuid not null,
	testimonial_id uuid not null,
	submitted_at timestamptz not null,
	-- The text search configuration of its language; its words are there in `simple`, too.
	language text not null,
	words tsvector not null,
	primary key (space_id, testimonial_id),
	foreign key (space_id, testimonial_id) references public.testimonials (space_id, id) on delete cascade
);
-- Rows that wait to be merged are read by every search: a quarter of a megabyte of them at most.
create index search_words_words on private.search_words using gin (words) with (gin_pending_list_limit = 256);
create index search_words_newest on private.search_words (space_id, submitted_at desc, testimonial_id desc);
create index search_words_language on private.search_words (space_id, language);

-- Spaces whose testimonials a job still adds to it, by their ids. Until then private.testimonial_words is written and searched for them.
create table private.unindexed_spaces (
	space_id uuid primary key references public.spaces (id) on delete cascade,
	indexed_to uuid not null default '00000000-0000-0000-0000-000000000000'
);
insert into private.unindexed_spaces (space_id) select id from public.spaces;

alter table private.search_words enable row level security;
alter table private.search_words force row level security;
alter table private.unindexed_spaces enable row level security;
alter table private.unindexed_spaces force row level security;
grant select, insert, update, delete on private.search_words, private.unindexed_spaces to product_door;

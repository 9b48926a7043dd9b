-- Hashes by which a testimonial with the same words or from the same person is found; `words` is null for a text that is too short to
-- compare. They are written with the words of the search, by the same triggers.
create table private.testimonial_hashes (
	space_id uuid not null,
	testimonial_id uuid not null,
	words bigint,
	name bigint not null,
	address bigint,
	primary key (space_id, testimonial_id),
	foreign key (space_id, testimonial_id) references public.testimonials (space_id, id) on delete cascade
);
create index testimonial_hashes_words on private.testimonial_hashes (space_id, words) where words is not null;
create index testimonial_hashes_name on private.testimonial_hashes (space_id, name) where words is not null;
create index testimonial_hashes_address on private.testimonial_hashes (space_id, address) where words is not null and address is not null;
alter table private.testimonial_hashes enable row level security;
alter table private.testimonial_hashes force row level security;
grant select, insert, update, delete on private.testimonial_hashes to product_door;
select private.index_hashes(array(select t.id from public.testimonials t));

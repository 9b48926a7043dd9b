-- The words of testimonials as the members' search reads them. Addresses of submitters are among them: no role but product_door reads it.
create table private.testimonial_words (
	space_id uuid not null,
	testimonial_id uuid not null,
	-- The text search configuration of its language; its words are there in `simple`, too.
	language text not null,
	words tsvector not null,
	primary key (space_id, testimonial_id),
	foreign key (space_id, testimonial_id) references public.testimonials (space_id, id) on delete cascade
);
create index testimonial_words_words on private.testimonial_words using gin (words);
create index testimonial_words_language on private.testimonial_words (space_id, language);
alter table private.testimonial_words enable row level security;
alter table private.testimonial_words force row level security;
grant select, insert, update, delete on private.testimonial_words to product_door;

create trigger index_words after insert on public.testimonials
	referencing new table as changed for each statement execute function private.index_testimonials();
create trigger index_words_again after update on public.testimonials
	referencing old table as former new table as changed for each statement execute function private.index_testimonials();

do $$
declare
	name text;
begin
	foreach name in array array['testimonial_answers', 'testimonial_contacts', 'captions']
	loop
		execute format('create trigger index_words after insert on public.%I
			referencing new table as changed for each statement execute function private.index_parts()', name);
		execute format('create trigger index_words_again after update on public.%I
			referencing new table as changed for each statement execute function private.index_parts()', name);
		execute format('create trigger index_words_without after delete on public.%I
			referencing old table as changed for each statement execute function private.index_parts()', name);
	end loop;
end
$$;

select private.index_words(array(select t.id from public.testimonials t));

-- The inbox in the order of stars: without these, a space with many testimonials is sorted as a whole for each page.
create index testimonials_highest on public.testimonials (space_id, rating desc nulls last, submitted_at desc, id desc);
create index testimonials_lowest on public.testimonials (space_id, rating, submitted_at desc, id desc);

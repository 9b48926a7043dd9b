-- What was counted of visits is kept for two years and a bit, so that a month can be held against the same month twice before.
grant delete on private.page_views to product_door;

-- As in 0126, and old counts of visits.
create or replace function private.forget_old() returns void
language sql volatile security definer set search_path = '' as $$
	update private.receipts set send_key = null where send_key is not null and sent_at < now() - interval '7 days';
	delete from private.address_budgets where hour < now() - interval '1 day';
	delete from private.former_consent_texts where replaced_at < now() - interval '30 days';
	delete from plaudit.jobs where failed_at < now() - interval '30 days';
	delete from private.page_views where day < current_date - 800;
$$;

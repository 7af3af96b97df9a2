"""One page a file, one idea a page. page_order.py has their order."""

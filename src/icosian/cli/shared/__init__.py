"""What commands share: options, output, batches of graphs."""

# Replace the model and the data; what begins with dist and what saves and loads the checkpoint stays.
import os
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

gpu = torch.cuda.is_available()
dist.init_process_group('nccl' if gpu else 'gloo')
device = torch.device('cuda', int(os.environ['LOCAL_RANK']) % torch.cuda.device_count()) if gpu else torch.device('cpu')
torch.manual_seed(dist.get_rank())
model = DistributedDataParallel(torch.nn.Linear(8, 1).to(device))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
first = 1
if os.path.exists('output/checkpoint.pt'):
    saved = torch.load('output/checkpoint.pt', map_location=device)
    model.load_state_dict(saved['model'])
    first = saved['step'] + 1
for step in range(first, 201):
    x = torch.rand(32, 8, device=device)
    loss = ((model(x) - x.sum(1, keepdim=True)) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 50 == 0:
        print(f'step {step} loss {loss.item():.4f}')
        if os.environ['LOCAL_RANK'] == '0':
            torch.save({'model': model.state_dict(), 'step': step}, 'output/checkpoint.new')
            os.replace('output/checkpoint.new', 'output/checkpoint.pt')
        dist.barrier()
dist.destroy_process_group()
